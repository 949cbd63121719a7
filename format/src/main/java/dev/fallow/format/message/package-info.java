/** The bodies of object header messages, one record each. Datatypes have a package of their own. */
package dev.fallow.format.message;
