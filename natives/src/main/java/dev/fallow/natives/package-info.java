/**
 * Codecs in native code: adapters of libraries to {@link dev.fallow.filter.CodecLibrary}. A library that is not there, or to which
 * native access is not granted, is not used, and nothing of it is loaded.
 */
package dev.fallow.natives;
