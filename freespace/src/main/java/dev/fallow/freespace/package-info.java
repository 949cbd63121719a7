/** Free sections: the interface of the backends and their common types. */
package dev.fallow.freespace;
