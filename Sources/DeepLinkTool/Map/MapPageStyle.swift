extension MapPage {
    /// The looks of the page: the reader's own fonts and colour scheme, and a row as a card where the screen is narrow.
    static let style = #"""
        :root {
          color-scheme: light dark;
          --paper: #ffffff;
          --panel: #f4f5f7;
          --ink: #1b1f24;
          --faint: #57606a;
          --line: #d0d7de;
          --accent: #0550ae;
          --good: #116329;
          --bad: #a40e26;
        }

        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0d1117;
            --panel: #161b22;
            --ink: #e6edf3;
            --faint: #9aa5b1;
            --line: #3d444d;
            --accent: #79b8ff;
            --good: #56d364;
            --bad: #ff8a80;
          }
        }

        * {
          box-sizing: border-box;
        }

        body {
          margin: 0 auto;
          max-width: 80rem;
          padding: 1rem 1.25rem 4rem;
          background: var(--paper);
          color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif;
        }

        h1 {
          margin: 0.5rem 0 0;
          font-size: 1.75rem;
          line-height: 1.2;
        }

        h2 {
          margin: 0;
          font-size: 1.2rem;
          overflow-wrap: anywhere;
        }

        p {
          margin: 0.25rem 0;
        }

        a {
          color: var(--accent);
        }

        code {
          font: 0.9em/1.5 ui-monospace, Menlo, Consolas, monospace;
          overflow-wrap: anywhere;
          unicode-bidi: isolate;
        }

        :focus-visible {
          outline: 3px solid var(--accent);
          outline-offset: 2px;
        }

        .skip,
        .hidden {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
          white-space: nowrap;
        }

        .skip:focus {
          position: static;
          width: auto;
          height: auto;
          clip-path: none;
        }

        .panel {
          margin: 1.25rem 0;
          padding: 1rem;
          border: 1px solid var(--line);
          border-radius: 0.6rem;
          background: var(--panel);
        }

        .aside,
        .by {
          color: var(--faint);
        }

        html:not(.scripted) .needs-script {
          display: none;
        }

        label {
          display: block;
          margin: 0.5rem 0 0.25rem;
          font-weight: 600;
        }

        input {
          width: 100%;
          padding: 0.6rem 0.75rem;
          border: 1px solid var(--faint);
          border-radius: 0.4rem;
          background: var(--paper);
          color: inherit;
          font: inherit;
        }

        ::placeholder {
          color: var(--faint);
          opacity: 1;
        }

        button {
          min-height: 2rem;
          padding: 0.1rem 0.6rem;
          border: 1px solid var(--faint);
          border-radius: 0.4rem;
          background: var(--paper);
          color: inherit;
          font: 0.85rem/1.4 system-ui, sans-serif;
          white-space: nowrap;
          cursor: pointer;
        }

        nav ul,
        td ul {
          margin: 0;
          padding: 0;
          list-style: none;
        }

        nav ul {
          display: flex;
          flex-wrap: wrap;
          gap: 0.25rem 1.25rem;
          margin-top: 0.75rem;
          overflow-wrap: anywhere;
        }

        .verdict {
          margin-top: 0.75rem;
          padding-left: 0.75rem;
          border-left: 4px solid var(--good);
          font-size: 1.05rem;
        }

        .refused {
          border-left-style: dashed;
          border-left-color: var(--bad);
        }

        dl {
          display: grid;
          grid-template-columns: minmax(7rem, max-content) 1fr;
          gap: 0.25rem 1rem;
          margin: 0.5rem 0;
        }

        dt {
          color: var(--faint);
          overflow-wrap: anywhere;
        }

        dd {
          margin: 0;
        }

        .copyable {
          display: flex;
          flex-wrap: wrap;
          gap: 0.25rem 0.75rem;
          align-items: start;
          justify-content: space-between;
        }

        .copyable code {
          flex: 1 1 12rem;
        }

        .source {
          margin-top: 2rem;
          scroll-margin-top: 1rem;
        }

        [hidden] {
          display: none !important;
        }

        table {
          width: 100%;
          margin-top: 0.5rem;
          border-collapse: collapse;
          table-layout: fixed;
        }

        th,
        td {
          padding: 0.5rem 0.75rem 0.5rem 0;
          border-bottom: 1px solid var(--line);
          text-align: left;
          vertical-align: top;
          font-weight: inherit;
        }

        th:nth-child(1) {
          width: 27%;
        }

        th:nth-child(2) {
          width: 27%;
        }

        thead th {
          color: var(--faint);
          font-size: 0.9rem;
          font-weight: 600;
        }

        tr:target {
          background: var(--panel);
          box-shadow: -0.5rem 0 0 var(--accent);
        }

        td li {
          display: flex;
          gap: 0.25rem 0.75rem;
          align-items: start;
        }

        td li a {
          flex: 1 1 auto;
          min-width: 0;
        }

        td li + li {
          margin-top: 0.5rem;
        }

        .buttons {
          display: flex;
          flex: none;
          gap: 0.4rem;
        }

        @media (max-width: 45rem) {
          body {
            padding: 0.75rem 0.75rem 3rem;
          }

          table,
          tbody,
          tr,
          th,
          td {
            display: block;
          }

          thead {
            position: absolute;
            width: 1px;
            height: 1px;
            overflow: hidden;
            clip-path: inset(50%);
          }

          tr {
            margin-bottom: 0.75rem;
            padding: 0.5rem 0.75rem;
            border: 1px solid var(--line);
            border-radius: 0.6rem;
          }

          tr:target {
            box-shadow: inset 0.25rem 0 0 var(--accent);
          }

          tbody th,
          td {
            width: auto;
            padding: 0.25rem 0;
            border-bottom: none;
          }

          tbody th::before,
          td::before {
            display: block;
            color: var(--faint);
            font-size: 0.8rem;
            content: attr(data-label);
          }

          dl {
            grid-template-columns: 1fr;
            gap: 0 1rem;
          }

          dt {
            margin-top: 0.4rem;
            font-size: 0.85rem;
          }

          td li {
            display: block;
          }

          .buttons {
            margin-top: 0.25rem;
          }

          button {
            min-height: 2.75rem;
            padding: 0.25rem 0.9rem;
          }
        }

        @media print {
          .panel,
          .buttons {
            display: none;
          }
        }
        """#
}
