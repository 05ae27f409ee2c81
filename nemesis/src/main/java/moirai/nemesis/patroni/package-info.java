/**
 * PostgreSQL under Patroni, which decides by itself which node is the primary: members from Debian's packages on
 * addresses of loopback, and one etcd that keeps what they agree on.
 *
 * <p>A member is a small supervisor ({@code member.py}), Patroni below it, and PostgreSQL. Without the supervisor the
 * system's first process would adopt PostgreSQL; with it, faults affect all processes of a node together, as the
 * failure of a machine does. etcd is no node and is affected by no fault. If links are to be cut, the members are in a
 * lab, where etcd has a host of its own and behaves as if each node had a member of it. No disk loses power.
 *
 * <p>Patroni decides everything that it can. {@code Leadership} looks at the lock in etcd five times a second, and
 * tells the changes that no command asked for. A failover is a switchover to a replica that follows, tried up to three
 * times. At the end {@code Reunion} waits until all follow; a member that does not for 12 s is copied anew.
 *
 * <p>Start reading at {@link moirai.nemesis.patroni.PatroniCluster}, then {@code Leadership} and {@code Reunion}.
 */
@NullMarked
package moirai.nemesis.patroni;

import org.jspecify.annotations.NullMarked;
