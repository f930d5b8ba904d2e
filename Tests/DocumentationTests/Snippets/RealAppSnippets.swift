import DeepLinks
import Foundation
import Testing

/// The rules of real apps; each app's whole table is in `Sources/Examples/Apps`.
struct RealAppSnippets {
    @Test func `a server may be any host`() throws {
        let rewriter = try URLRewriter {
            Domain(anyHostAs: "host", allow: ["any-host"]) {
                Rewrite("/tags/{tag}", to: "/tag?host={host}&tag={tag}")
                Rewrite("/@{user}", to: "/account?host={host}&user={user}")
                Rewrite("/@{_user}/{id:int}", to: "/status?host={host}&id={id}")
            }
            Scheme("icecubesapp") {
                Rewrite("/{host}/@{user}", to: "/account?host={host}&user={user}")
            }
        }

        #expect(
            try rewriter.rewrite("https://mastodon.social/tags/swift")
                == DeepLink("/tag?host=mastodon.social&tag=swift")
        )
        #expect(
            try rewriter.rewrite("https://hachyderm.io/@ann@b.org/109")
                == DeepLink("/status?host=hachyderm.io&id=109")
        )
        #expect(
            try rewriter.rewrite("icecubesapp://example.com/@ann")
                == DeepLink("/account?host=example.com&user=ann")
        )
    }

    @Test func `a server may stand below a path`() throws {
        let rewriter = try URLRewriter {
            Domain(anyHostAs: "server", allow: ["any-host"]) {
                Rewrite(
                    "/{*base?}/{team:slug}/channels/{channel}",
                    to: "/channel?team={team}&channel={channel}&server={server}&base={base}"
                )
                Rewrite(
                    "/{*base?}/playbooks/runs/{run:alnum}",
                    to: "/playbook?id={run}&server={server}"
                )
                Rewrite("/", to: "/server?server={server}")
            }
        }

        let link = try rewriter.rewrite("https://example.org/chat/eu/team/channels/town-square")
        #expect(link.queryItems["server"] == "example.org")
        #expect(link.queryItems["base"] == "chat/eu")
        #expect(link.queryItems["team"] == "team")

        #expect(
            try rewriter.rewrite("https://a.org/team/channels/x")
                == DeepLink("/channel?team=team&channel=x&server=a.org")
        )
        #expect(try rewriter.rewrite("https://a.org") == DeepLink("/server?server=a.org"))
    }

    @Test func `a rule leaves links to the browser`() throws {
        let rewriter = try URLRewriter {
            Domain("www.kickstarter.com") {
                Rewrite("/projects/{_creator}/{project}", to: "/project?slug={project}")
                Refuse("/projects/{_creator}/{project}?token={_token}")
            }
        }

        #expect(
            try rewriter.rewrite("https://www.kickstarter.com/projects/ann/lamp?ref=a")
                == DeepLink("/project?slug=lamp&ref=a")
        )
        #expect(
            rewriter.explain("https://www.kickstarter.com/projects/ann/lamp?token=4").link == nil
        )
    }

    @Test func `the rest of a link is an address`() throws {
        let rewriter = try URLRewriter {
            Scheme("ddgQuickLink") {
                Rewrite("/{*site:verbatim}", to: "/open?site={site}")
            }
            Domain(anyHostAs: "host", allowsHTTP: true, allow: ["any-host"]) {
                Rewrite("/{*rest?:verbatim}", to: "/open/web?host={host}&rest={rest}")
            }
        }

        let quick = try rewriter.rewrite("ddgQuickLink://foo.bar/baz?A=b&c=D#top")
        #expect(quick.queryItems["site"] == "foo.bar/baz?A=b&c=D#top")

        let page = try rewriter.rewrite("http://google.com?a=1&c=foo%20bar")
        #expect(page.queryItems["host"] == "google.com")
        #expect(page.queryItems["rest"] == "?a=1&c=foo%20bar")
    }

    @Test func `the table names the apps that have a file`() throws {
        let rows = try Package.table(
            under: "| App | What its links need | What says it |",
            in: "Sources/DeepLinks/DeepLinks.docc/RulesOfRealApps.md"
        )
        let files = try Package.files(in: "Sources/Examples/Apps", ending: ".json")
        #expect(rows.map { "Sources/Examples/Apps/\($0[0])" } == files)
    }
}
