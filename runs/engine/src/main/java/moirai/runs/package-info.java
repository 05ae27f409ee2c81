/**
 * Runs: sessions that draw plans, run them against a database and record what they observed; then a judgement.
 *
 * <p>This package sets up no database and stores nothing: {@code moirai.runs.store} does both, {@code
 * moirai.runs.report} puts results in words. While sessions record there is no lock, queue or shared counter on their
 * path but the drawing of a plan.
 *
 * <p>Start reading at {@link moirai.runs.LiveRun}, then {@link moirai.runs.SessionSlot} and {@link
 * moirai.runs.Judgement}.
 */
@NullMarked
package moirai.runs;

import org.jspecify.annotations.NullMarked;
