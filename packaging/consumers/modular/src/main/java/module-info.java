/** An application on the module path. It exports the package of its records, and opens nothing. */
module example.modular {
    requires dev.fallow.core;
    requires dev.fallow.filters;

    exports example.modular;
}
