/**
 * The traces of a PostgreSQL server on the disk and in the kernel: initialised data, the file with its state, its
 * segment of shared memory; its superuser; and the streams between servers. Not for use outside of this module.
 */
@NullMarked
package moirai.nemesis.postgres.data;

import org.jspecify.annotations.NullMarked;
