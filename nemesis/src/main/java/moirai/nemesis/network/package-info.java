/**
 * The network between clients and servers as far as Moirai carries it: where nodes live, and proxies in this process,
 * one for each link.
 *
 * <p>Proxies need no privilege and work on any system. They see streams, not packets: a direction can stand still, be
 * slow, or break, but lose nothing in the middle, for what TCP promises holds on either side of a proxy. A client that
 * connects while its link is cut finds an open port that never answers, where a real cut answers nothing at all. What
 * is cut heals by itself when this process dies: its sockets close.
 *
 * <p>This package knows no cluster and no database: who uses it says which end is which. Start reading at {@link
 * moirai.nemesis.network.Hosts} and {@link moirai.nemesis.network.Links}, then {@link moirai.nemesis.network.TcpProxy}.
 */
@NullMarked
package moirai.nemesis.network;

import org.jspecify.annotations.NullMarked;
