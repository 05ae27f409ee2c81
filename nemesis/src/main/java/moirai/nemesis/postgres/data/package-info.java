/**
 * What a PostgreSQL server has on the disk and in the kernel, whoever runs it: initialised data, the file in which it
 * says how it is, its segment of shared memory; and its superuser's way in. Not for use outside of this module.
 */
@NullMarked
package moirai.nemesis.postgres.data;

import org.jspecify.annotations.NullMarked;
