/** What tests of other packages need of the internals of core. */
package dev.fallow.internal.session;
