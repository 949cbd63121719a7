/** Records a session's allocations and releases. */
package dev.fallow.internal.trace;
