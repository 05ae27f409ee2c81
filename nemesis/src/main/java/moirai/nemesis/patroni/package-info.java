/**
 * PostgreSQL under Patroni, which decides by itself who is the primary: members of Debian's packages on addresses of
 * loopback, and one etcd that keeps what they agree on.
 *
 * <p>A member is a small supervisor ({@code member.py}), Patroni below it, and PostgreSQL, which Patroni would have the
 * system's first process adopt: so faults meet all of them as one node, as the failure of a machine does. etcd is no
 * node and meets no fault. Whoever wants to cut links gets a lab, where etcd has a host of its own and behaves as if
 * each node had a member of it. No disk loses power.
 *
 * <p>What Patroni does it is left to do; {@code Leadership} looks at the lock in etcd five times a second, and tells
 * what nobody has asked for. A failover is a switchover to a replica that follows, tried up to three times. At the end
 * {@code Reunion} waits until all follow, and has whoever does not for 12 s copied anew.
 *
 * <p>Start reading at {@link moirai.nemesis.patroni.PatroniCluster}, then {@code Leadership} and {@code Reunion}.
 */
@NullMarked
package moirai.nemesis.patroni;

import org.jspecify.annotations.NullMarked;
