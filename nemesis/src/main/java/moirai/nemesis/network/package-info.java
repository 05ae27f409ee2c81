/**
 * The network between clients and servers as far as Moirai carries it: the hosts of nodes, and proxies in this process,
 * one for each link.
 *
 * <p>Proxies need no privilege and work on any system. They see streams, not packets: a direction can stand still, be
 * slow, or break, but lose nothing in the middle, because TCP keeps its promises on either side of a proxy. A client
 * that connects while its link is cut finds an open port that never answers, where a real cut answers nothing at all. A
 * cut heals by itself when this process dies, because its sockets close.
 *
 * <p>This package knows no cluster and no database: its callers say which end is which. Start reading at {@link
 * moirai.nemesis.network.Hosts} and {@link moirai.nemesis.network.Links}, then {@link moirai.nemesis.network.TcpProxy}.
 */
@NullMarked
package moirai.nemesis.network;

import org.jspecify.annotations.NullMarked;
