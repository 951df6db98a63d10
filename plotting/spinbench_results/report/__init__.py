"""One self-contained page from results files.

    rows.py        documents -> plain rows for the page
    ranking.py     rows -> which machine, by how much, at what power and price
    charts.py      charts as Vega-Lite, without data
    page.py        all of it -> HTML; page.css, charts.js and page.js go into it as they are
    library.py     Vega, the charts' library, as one script

commands/report.py is the command.
"""
