/**
 * Hosts that share nothing but links that can be cut: network namespaces, made without any privilege by one child
 * process with a user namespace of its own.
 *
 * <p>A lab is for clusters whose nodes advertise addresses and so cannot go through proxies. The servers stay processes
 * of this machine like all others: same process numbers, same user, same files. Packets between two hosts never leave
 * their link, and nothing outside is configured. Namespaces, interfaces and rules vanish with the last process in them,
 * so nothing is left behind and nobody else's rules are touched.
 *
 * <p>It must not touch the namespace of this process. Start reading at {@link moirai.nemesis.network.lab.LabHosts} and
 * {@code lab.sh}.
 */
@NullMarked
package moirai.nemesis.network.lab;

import org.jspecify.annotations.NullMarked;
