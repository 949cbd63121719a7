/** What tests of other packages need of the internals of the check. */
package dev.fallow.internal.check;
