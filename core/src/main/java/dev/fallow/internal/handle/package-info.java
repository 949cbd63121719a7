/** What the public interfaces of groups, datasets, committed datatypes and appenders do in a session. */
package dev.fallow.internal.handle;
