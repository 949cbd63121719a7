/** The encodings of datatypes and selections, and the messages and heap objects that contain them. */
package dev.fallow.internal.codec;
