"""One module a verb: EXAMPLE, arguments(parser) and run(options); it assembles and starts, and decides nothing."""
