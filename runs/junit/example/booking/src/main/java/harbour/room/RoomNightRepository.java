package harbour.room;

import org.springframework.data.jpa.repository.JpaRepository;

public interface RoomNightRepository extends JpaRepository<RoomNight, Long> {}
