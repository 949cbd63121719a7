/** The bodies of object header messages, one record each. Those of datatypes and attributes are in core. */
package dev.fallow.format.message;
