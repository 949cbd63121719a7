/** Elements of datasets that other software wrote, compared with what it reads. */
package dev.fallow.container.reading;
