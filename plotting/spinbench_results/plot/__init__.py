"""Figures and tables of the papers, and plots of any axis, from results files.

    definitions.py, papers/     what a figure is, and the table of those of the papers
    data.py, tables.py          rows -> curves, marks and cells, without drawing
    draw.py                     curves, marks and cells -> PNG, SVG, PDF, with matplotlib
    sweep.py, cost.py           a plot of any axis; the talk's cost of Janus

commands/plot.py is the command.
"""
