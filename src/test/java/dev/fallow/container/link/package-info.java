/** Links of groups in whole files, with the reference library beside Fallow. */
package dev.fallow.container.link;
