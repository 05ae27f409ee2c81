/**
 * MariaDB from the system's packages: one server, or a Galera cluster of servers that all take writes.
 *
 * <p>A node is a copy of a directory that was initialised once. This package asks its servers only what it needs to run
 * them, over connections of its own, past whatever lies between them and their clients. Which node a cluster begins
 * with when no node of it lives is decided here, as an operator would: by what each has on its disk.
 *
 * <p>Start reading at {@link moirai.nemesis.mariadb.MariadbCluster}, then {@code Membership}.
 */
@NullMarked
package moirai.nemesis.mariadb;

import org.jspecify.annotations.NullMarked;
