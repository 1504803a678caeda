"""The style sheet of a report: light or dark as its reader's system is, for screens of any width and for paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --ground: #faf8f3; --card: #fffefb; --line: #e0d9c8; --ink: #25231f; --muted: #68635a; --soft: #efeade;
  --blue: #1769aa; --red: #bc3710; --accent: #5b3fa8; --heat: #7a60b8; --strong: #fff; --way: #d9d1bf;
  --e1: #2f7f79; --e2: #d9a021; --e3: #6c5aa8; --e4: #b4637a; --e5: #4f7fb5; --e0: #b9b2a2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --card: #1d2228; --line: #343b43; --ink: #f0ede6; --muted: #aeb0aa; --soft: #272d34;
    --blue: #62b4f2; --red: #ff946a; --accent: #b9a3ff; --heat: #8468d6; --strong: #fff; --way: #4b545d;
    --e1: #4fb0a8; --e2: #e8b84a; --e3: #a393e0; --e4: #e08fa3; --e5: #7fb0e6; --e0: #59616a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 Inter, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 1080px; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .4rem; }
h2 { font-size: 1.55rem; letter-spacing: -.01em; margin: 3.2rem 0 .3rem; }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; }
p { margin: .3rem 0 .7rem; }
.lead, .muted, figcaption, .note { color: var(--muted); }
.note, figcaption { font-size: .86rem; }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.2rem 0 0; }
nav a, .chip {
  display: inline-flex; align-items: center; padding: .15rem .7rem; border: 1px solid var(--line); border-radius: 99px;
  background: var(--card);
  color: inherit; text-decoration: none; font-size: .88rem;
}
.chip { color: var(--muted); vertical-align: middle; margin-left: .4rem; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); margin: 1rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.1rem 1.25rem; margin: 1rem 0; }
.cards .card { margin: 0; }
.big { font-size: 2rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.1; font-variant-numeric: tabular-nums; }
.big small { font-size: .95rem; font-weight: 400; letter-spacing: 0; color: var(--muted); }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: .74rem; font-weight: 400; }
.axis span { flex: 1 1 0; text-align: center; } .axis span:first-child { text-align: left; }
.axis span:last-child { text-align: right; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .38rem .6rem; border-top: 1px solid var(--line); white-space: nowrap; }
thead th { border-top: 0; color: var(--muted); font-weight: 500; font-size: .82rem; vertical-align: bottom; }
th:first-child, td:first-child, td.words, th.words { text-align: left; }
td.words { white-space: normal; min-width: 15rem; }
.compared td.plot { min-width: 120px; width: 18%; }
.compared td.words { width: 42%; }
th:first-child, td:first-child { padding-left: 0; font-weight: 550; }
td.plot, th.plot { min-width: 150px; width: 26%; }
td.bar, th.bar { min-width: 90px; width: 14%; }
td .small { color: var(--muted); font-size: .8rem; font-weight: 400; }
td a { color: inherit; }
h3.next { margin-top: 1.4rem; }
.strength {
  display: inline-grid; place-items: center; min-width: 1.5rem; height: 1.5rem; margin-right: .45rem; border-radius: 6px;
  background: var(--soft); font-size: .8rem; font-weight: 600;
}
svg { display: block; }
svg.whisker { width: 100%; overflow: visible; }
.whisker .middle { stroke: var(--line); stroke-width: 2; }
.whisker .held { stroke: var(--muted); stroke-dasharray: 2 3; stroke-width: 1.5; }
.whisker .interval { stroke: var(--muted); stroke-width: 2.5; stroke-linecap: round; }
.whisker circle { fill: var(--card); stroke: var(--muted); stroke-width: 2.5; }
.whisker.off .interval, .whisker.off circle { stroke: var(--accent); }
.whisker.off circle { fill: var(--accent); }
svg.stacked { width: 100%; height: 12px; border-radius: 6px; background: var(--soft); }
.tall svg.stacked { height: 26px; border-radius: 8px; }
.e0 { fill: var(--e0); background: var(--e0); } .e1 { fill: var(--e1); background: var(--e1); }
.e2 { fill: var(--e2); background: var(--e2); } .e3 { fill: var(--e3); background: var(--e3); }
.e4 { fill: var(--e4); background: var(--e4); } .e5 { fill: var(--e5); background: var(--e5); }
.blue { fill: var(--blue); background: var(--blue); } .red { fill: var(--red); background: var(--red); }
ul.key { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: .7rem 0 0; font-size: .9rem; }
ul.key i { display: inline-block; width: .8rem; height: .8rem; border-radius: 3px; margin-right: .45rem; vertical-align: -1px; }
svg.columns { width: 100%; height: auto; overflow: visible; }
.columns .column { fill: var(--e1); }
.columns .mark { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 3 3; }
.columns text { fill: var(--muted); font-size: 11px; text-anchor: middle; }
figure { margin: 0; }
.map { display: grid; gap: 1.5rem; grid-template-columns: repeat(2, minmax(0, 1fr)); align-items: start; }
.map th, .map td { padding-left: .35rem; padding-right: .35rem; }
.map td.plot, .map th.plot { min-width: 120px; width: 40%; }
.map td.words { min-width: 7rem; }
@media (max-width: 760px) { .map { grid-template-columns: minmax(0, 1fr); } }
svg.board { width: 100%; height: auto; max-height: 46rem; }
.board .ground { fill: var(--e2); fill-opacity: .13; }
.board .way { stroke: var(--way); stroke-width: 5; }
.board .plate { fill: var(--card); }
.board .heat { fill: var(--heat); }
.board .rim { fill: none; stroke: var(--muted); stroke-width: 1.5; }
.board .rim.printed { stroke: var(--accent); stroke-width: 4; stroke-dasharray: 2 4; }
.board .rim.blue, .board .rim.red { background: none; stroke-width: 4; }
.board .rim.blue { stroke: var(--blue); } .board .rim.red { stroke: var(--red); }
.board text { fill: var(--ink); text-anchor: middle; font-weight: 600; }
.board .id { fill: var(--muted); font-weight: 500; }
.board .strong { fill: var(--strong); }
.board .disc { fill: var(--card); stroke: var(--line); stroke-width: 7; }
.board .arc { fill: none; background: none; stroke-width: 7; }
.board .arc.blue { stroke: var(--blue); } .board .arc.red { stroke: var(--red); }
details { margin-top: .8rem; } summary { cursor: pointer; color: var(--muted); }
code { background: var(--soft); border-radius: 6px; padding: .1rem .4rem; font-size: .86rem; overflow-wrap: anywhere; }
@media (max-width: 600px) {
  main { padding-top: 1.5rem; } h1 { font-size: 1.6rem; } .card { padding: .9rem; }
  th:first-child, td:first-child { position: sticky; left: 0; background: var(--card); }
  .wide { display: none; }
}
@media print { .card { break-inside: avoid; } nav { display: none; } body { background: none; } }
"""
