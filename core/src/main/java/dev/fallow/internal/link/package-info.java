/** The links of a group: compact storage, dense storage and symbol tables; resolving paths. */
package dev.fallow.internal.link;
