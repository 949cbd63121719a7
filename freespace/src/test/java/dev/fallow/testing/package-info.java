/** For the tests of several modules. */
package dev.fallow.testing;
