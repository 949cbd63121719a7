/**
 * Where the bytes of a read-only container come from, if not from a file: {@link dev.fallow.source.ByteSource} is implemented for
 * a store, and {@link dev.fallow.source.ByteSources} adapts what the JDK has.
 */
package dev.fallow.source;
