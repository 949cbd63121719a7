/** Java classes as counterparts of datatypes: records, enums, lists. */
package dev.fallow.internal.data.mapping;
