package dev.fallow.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build recorded in the jar. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Fallow.class.getPackage().getImplementationVersion();
        return new String[] {"fallow " + (version == null ? "(not from a jar)" : version)};
    }
}
