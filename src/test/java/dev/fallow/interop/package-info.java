/** Files that Fallow has written in the hands of programs that are installed beside the build. */
package dev.fallow.interop;
