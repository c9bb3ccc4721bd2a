"""The processes of the service: started, replaced and ended, side by side or alone."""
