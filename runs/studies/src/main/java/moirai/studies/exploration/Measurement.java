package moirai.studies.exploration;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.program.Program;

/**
 * A measured search of a program.
 *
 * @param name of the program
 * @param result of the search
 * @param seconds that it took
 * @param heapBytes the maximal heap in use at any time, including garbage
 * @param openMax the maximal number of open places at any time
 */
record Measurement(String name, ExplorationResult result, double seconds, long heapBytes, int openMax) {

    private static final int HISTORIES_PER_LOOK = 256;

    /** Searches until the time limit is reached. */
    static Measurement of(String name, Program program, ExplorationOptions options, double secondsMax) {
        System.gc();
        heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
        int[] openMax = {0};
        long begin = System.nanoTime();
        ExplorationResult result = Exploration.of(program, options, List.of(), (histories, ends, open) -> {
            openMax[0] = Math.max(openMax[0], open);
            return ends % HISTORIES_PER_LOOK != 0 || (System.nanoTime() - begin) / 1e9 < secondsMax;
        });
        double seconds = (System.nanoTime() - begin) / 1e9;
        long heap = heapPools().stream()
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return new Measurement(name, result, seconds, heap, openMax[0]);
    }

    private static List<MemoryPoolMXBean> heapPools() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
    }

    boolean isFinished() {
        return result.isExhausted();
    }

    double heapMegabytes() {
        return heapBytes / 1e6;
    }
}
