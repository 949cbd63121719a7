/** Checks the dependencies between the modules on the compiled classes. */
package dev.fallow.architecture;
