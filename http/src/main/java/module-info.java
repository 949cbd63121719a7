/** Reads containers from web servers; start with {@link dev.fallow.http.HttpSource}. */
module dev.fallow.http {
    requires transitive dev.fallow.core;
    requires transitive java.net.http;

    exports dev.fallow.http;
}
