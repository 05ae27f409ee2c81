/**
 * The part of a history that stays on the disk while a run goes on for days: which segments may go, which went, and the
 * manifest that says so.
 *
 * <p>{@link moirai.history.keeping.SegmentKeeper} drops whole segments by a policy, {@link
 * moirai.history.keeping.Keep}. This package judges nothing: callers say up to which time everything is judged. A
 * segment that is missing and that {@link moirai.history.keeping.Manifest} does not name is damage.
 */
@NullMarked
package moirai.history.keeping;

import org.jspecify.annotations.NullMarked;
