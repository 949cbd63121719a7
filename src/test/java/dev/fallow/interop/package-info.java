/** Tests of files that Fallow has written with installed programs that are not part of the build. */
package dev.fallow.interop;
