/**
 * The bodies of object header messages, one record each. The datatype message is in {@link dev.fallow.format.datatype}.
 */
package dev.fallow.format.message;
