/** Real sessions of a container, recorded as traces of their allocations and releases. */
package dev.fallow.research.session;
