/** Tests of the check of whole files. */
package dev.fallow.check;
