/**
 * Jars that are not a part of Moirai, since they are larger than Moirai itself: Maven fetches them when they are first
 * used, with the user's own settings, and they stay in the state directory. No host is named here.
 *
 * <p>Start reading at {@link moirai.nemesis.fetching.MavenJars}.
 */
@NullMarked
package moirai.nemesis.fetching;

import org.jspecify.annotations.NullMarked;
