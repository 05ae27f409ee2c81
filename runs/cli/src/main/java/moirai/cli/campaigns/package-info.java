/**
 * The command {@code moirai campaign}: a matrix of runs, night after night. It checks every argument of every run
 * before it starts the first; what becomes of a run is decided by {@link moirai.runs.campaign.execution.NightRun}.
 */
@NullMarked
package moirai.cli.campaigns;

import org.jspecify.annotations.NullMarked;
