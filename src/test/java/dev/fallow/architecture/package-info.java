/** The arrows between the modules, checked on their classes. */
package dev.fallow.architecture;
