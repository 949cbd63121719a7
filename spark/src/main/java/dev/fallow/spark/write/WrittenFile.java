package dev.fallow.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a task has written.
 *
 * @param name of its file in the folder of temporary files; null if the partition was empty, and there is no file
 * @param partition its number
 */
record WrittenFile(String name, int partition) implements WriterCommitMessage {}
