/** Recording what a session asks of its file's space. */
package dev.fallow.internal.trace;
