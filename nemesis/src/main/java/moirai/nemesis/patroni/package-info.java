/**
 * PostgreSQL under Patroni, which decides by itself who is the primary: members of Debian's packages on addresses of
 * loopback, and one etcd that keeps what they agree on.
 *
 * <p>A member is a small supervisor ({@code member.py}), Patroni below it, and PostgreSQL: faults meet all of them as
 * one node, since all of them are on one machine where Patroni is used in earnest. etcd is no node and meets no fault. What
 * Patroni does by itself it is left to do; {@link moirai.nemesis.patroni.Leadership} watches it.
 *
 * <p>Start reading at {@link moirai.nemesis.patroni.PatroniCluster}, then {@code Leadership} and {@code Reunion}.
 */
@NullMarked
package moirai.nemesis.patroni;

import org.jspecify.annotations.NullMarked;
