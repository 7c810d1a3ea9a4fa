typedef struct {
    const double *samples;
    long count;
    double gain;
} wave_track;

typedef struct wave_mixer wave_mixer;

wave_mixer *wave_mixer_new(void);
int wave_mixer_add(wave_mixer *mixer, wave_track *track);
double wave_mixer_peak(wave_mixer *mixer);
void wave_mixer_free(wave_mixer *mixer);
