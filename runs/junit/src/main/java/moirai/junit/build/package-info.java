/**
 * What tests and the tool that builds them share: names of tests, folders, and configuration parameters.
 *
 * <p>Start reading at {@link moirai.junit.build.BuildTool}.
 */
@NullMarked
package moirai.junit.build;

import org.jspecify.annotations.NullMarked;
