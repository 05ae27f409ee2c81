/**
 * Carries faults out: what each kind of {@link moirai.nemesis.faults.Fault} does to a cluster and how that is undone,
 * and the {@link moirai.nemesis.injection.Nemesis}, which does it on schedule and heals on every way out.
 *
 * <p>A new kind of fault is a record of {@code Fault}, a line in {@code Injection.of}, and there a factory of
 * {@code NodeInjection} or a class that implements {@code Injection}. This package knows no product and no client: it
 * acts through {@link moirai.nemesis.Cluster}, {@link moirai.nemesis.Node} and {@link moirai.nemesis.network.Links}. It
 * must not inject what it could not undo, and no fault may undo another fault.
 */
@NullMarked
package moirai.nemesis.injection;

import org.jspecify.annotations.NullMarked;
